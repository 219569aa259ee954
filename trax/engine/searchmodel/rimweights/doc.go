// Package rimweights is the reference model of hdl's ll_rim_windows: the weights of windows of
// rim edges as the searching board looks them up in its four single-port RAMs, and the image of
// them in the board's flash, which hdl's ll_flash_loader reads. docs/rtl/windows.md says what a
// window is, and how the image is laid out.
package rimweights
