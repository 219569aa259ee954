package model

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// TestSettled: what a module drives on a net begins as nothing, and no register does.
func TestSettled(t *testing.T) {
	for text, want := range map[string]string{
		"vlSelf->w__DOT__PMOD__out__strong__out3 = VL_RAND_RESET_I(4);":              "vlSelf->w__DOT__PMOD__out__strong__out3 = 0;",
		"vlSelf->w__DOT__GPIO__out__strong__out1 = VL_RAND_RESET_Q(36);":             "vlSelf->w__DOT__GPIO__out__strong__out1 = 0;",
		"VL_RAND_RESET_W(70, vlSelf->w__DOT__GPIO__out__strong__out1);":              "VL_ZERO_RESET_W(70, vlSelf->w__DOT__GPIO__out__strong__out1);",
		"a__out__strong__out3 = VL_SCOPED_RAND_RESET_I(4, __VscopeHash, 123456ull);": "a__out__strong__out3 = 0;",
		"vlSelf->w__DOT__GPIO__strong__out6 = VL_RAND_RESET_Q(36);":                  "vlSelf->w__DOT__GPIO__strong__out6 = 0;",
		"vlSelf->w__DOT__out = VL_RAND_RESET_I(4);":                                  "vlSelf->w__DOT__out = VL_RAND_RESET_I(4);",
		"VL_RAND_RESET_W(70, vlSelf->w__DOT__wide);":                                 "VL_RAND_RESET_W(70, vlSelf->w__DOT__wide);",
	} {
		require.Equal(t, want, string(settled([]byte(text))))
	}
}
