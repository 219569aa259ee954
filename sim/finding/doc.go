// Package finding says what tools complain of: findings, waivers, errors of a build, and their remedies.
package finding
