// Package contestpages shows contests while they are played and afterwards: tables and rounds, a page for a projector,
// parts for a stream, the ceremony, and the page on which the director decides. It shows the jobs of a farm as well.
//
// A [Site] is a live.Site, whose first page, and more, are those of the contest.
package contestpages
