package live

// Method is what templates may call of a language; see [template.Methods].
func (l Lang) Method(name string) any {
	switch name {
	case "T":
		return l.T
	case "Raw":
		return l.Raw
	case "Column":
		return l.Column
	case "StageKind":
		return l.StageKind
	case "MatchRule":
		return l.MatchRule
	case "Decision":
		return l.Decision
	case "Verb":
		return l.Verb
	case "VerbHelp":
		return l.VerbHelp
	case "Other":
		return l.Other
	case "Name":
		return l.Name
	}
	return nil
}

// Method is what templates may call of every page. Name is not that of the
// language: a contest has a name.
func (f frame) Method(name string) any {
	switch name {
	case "Asset":
		return f.Asset
	case "At":
		return f.At
	case "Home":
		return f.Home
	case "GameLink":
		return f.GameLink
	case "Name":
		return nil
	}
	return f.Lang.Method(name)
}

// Method is what templates may call of the page of a game.
func (p gamePage) Method(name string) any {
	switch name {
	case "Before":
		return p.Before
	case "LastListed":
		return p.LastListed
	case "Class":
		return p.Class
	}
	return p.frame.Method(name)
}

// Method is what templates may call of a player.
func (p playerView) Method(name string) any {
	switch name {
	case "Class":
		return p.Class
	case "IsRunning":
		return p.IsRunning
	}
	return nil
}

// Method is what templates may call of a move.
func (m move) Method(name string) any {
	if name == "In" {
		return m.In
	}
	return nil
}

// Method is what templates may call of the page of a contest.
func (p contestPage) Method(name string) any {
	switch name {
	case "Latest":
		return p.Latest
	case "With":
		return p.With
	}
	return p.frame.Method(name)
}

// Method is what templates may call of the director's page.
func (p directorPage) Method(name string) any {
	switch name {
	case "Games":
		return p.Games
	case "Fields":
		return p.Fields
	case "NeedsWhy":
		return p.NeedsWhy
	}
	return p.contestPage.Method(name)
}
