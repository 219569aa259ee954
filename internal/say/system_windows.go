package say

import "golang.org/x/sys/windows"

// systemName is the language that the user has chosen for Windows.
func systemName() string {
	names, err := windows.GetUserPreferredUILanguages(windows.MUI_LANGUAGE_NAME)
	if err != nil || len(names) == 0 {
		return ""
	}
	return names[0]
}
