const pages = [
{{- range sort site.RegularPages "File.Path" }}
{{ dict "url" (strings.TrimPrefix "/" .RelPermalink) "title" (partial "title.html" . | plainify) "text" (.Plain | htmlUnescape) | jsonify }},
{{- end }}
];
