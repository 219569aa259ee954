// Package pageworker answers the questions of a page in a worker of the browser, as WebAssembly.
package pageworker
