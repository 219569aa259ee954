package sources

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// TestModulesIn finds modules however their files are written.
func TestModulesIn(t *testing.T) {
	text := "// module no1\n/* module no2\nmodule no3; */ module a(input x); endmodule\n" +
		"  module automatic b_2 #(parameter N = 1) (); a u(1'b0); endmodule // module no4\nmacromodule c$; endmodule\n" +
		"package p; endpackage\n"
	require.Equal(t, []string{"a", "b_2", "c$"}, ModulesIn(withoutComments([]byte(text))))
}
