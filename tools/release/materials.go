package main

import (
	"encoding/json"
	"fmt"
	"runtime/debug"
	"strings"
)

// The bill of materials is a document of SPDX 2.3 (https://spdx.github.io/spdx-spec/v2.3/).

type spdxDocument struct {
	Version       string         `json:"spdxVersion"`
	License       string         `json:"dataLicense"`
	ID            string         `json:"SPDXID"`
	Name          string         `json:"name"`
	Namespace     string         `json:"documentNamespace"`
	Creation      spdxCreation   `json:"creationInfo"`
	Packages      []spdxPackage  `json:"packages"`
	Relationships []spdxRelation `json:"relationships"`
}

type spdxCreation struct {
	Created  string   `json:"created"`
	Creators []string `json:"creators"`
}

type spdxPackage struct {
	ID            string          `json:"SPDXID"`
	Name          string          `json:"name"`
	Version       string          `json:"versionInfo"`
	Download      string          `json:"downloadLocation"`
	FilesAnalyzed bool            `json:"filesAnalyzed"`
	Declared      string          `json:"licenseDeclared"`
	Concluded     string          `json:"licenseConcluded"`
	Copyright     string          `json:"copyrightText"`
	Comment       string          `json:"comment,omitempty"` // the sum in go.sum
	References    []spdxReference `json:"externalRefs"`
}

type spdxReference struct {
	Category string `json:"referenceCategory"`
	Type     string `json:"referenceType"`
	Locator  string `json:"referenceLocator"`
}

type spdxRelation struct {
	Element string `json:"spdxElementId"`
	Type    string `json:"relationshipType"`
	Related string `json:"relatedSpdxElement"`
}

// materials returns the bill of materials of a target's program.
func (r *release) materials(t target, p program, info *debug.BuildInfo, all modules) ([]byte, error) {
	own, err := licenceTexts(".")
	if err != nil {
		return nil, err
	}
	main := module{path: info.Main.Path, version: info.Main.Version, texts: own}
	name := fmt.Sprintf("%s-%s-%s-%s", p.name, r.version, t.system, t.processor)
	doc := spdxDocument{
		Version: "SPDX-2.3", License: "CC0-1.0", ID: "SPDXRef-DOCUMENT", Name: name,
		Namespace:     "https://" + info.Main.Path + "/spdx/" + name,
		Creation:      spdxCreation{r.made.Format("2006-01-02T15:04:05Z"), []string{"Tool: " + info.Main.Path + "/tools/release"}},
		Packages:      []spdxPackage{main.material()},
		Relationships: []spdxRelation{{"SPDXRef-DOCUMENT", "DESCRIBES", main.id()}},
	}
	for _, m := range all {
		doc.Packages = append(doc.Packages, m.material())
		doc.Relationships = append(doc.Relationships, spdxRelation{main.id(), "DEPENDS_ON", m.id()})
	}
	text, err := json.MarshalIndent(doc, "", "  ")
	return append(text, '\n'), err
}

func (m module) material() spdxPackage {
	return spdxPackage{
		ID: m.id(), Name: m.path, Version: m.version, Download: "NOASSERTION", Comment: m.sum,
		Declared: m.licence(), Concluded: "NOASSERTION", Copyright: "NOASSERTION",
		References: []spdxReference{{"PACKAGE-MANAGER", "purl", "pkg:golang/" + m.path + "@" + m.version}},
	}
}

// id is of letters, digits, full stops and hyphens alone.
func (m module) id() string {
	return "SPDXRef-" + strings.Map(func(c rune) rune {
		switch {
		case c >= '0' && c <= '9', c >= 'a' && c <= 'z', c >= 'A' && c <= 'Z', c == '.':
			return c
		}
		return '-'
	}, m.path)
}
