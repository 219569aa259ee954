// SPDX-License-Identifier: Apache-2.0
`define DIVIDER(hz, baud) (((hz) + (baud) / 2) / (baud))
