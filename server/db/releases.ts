/** All releases in order, as in `CHANGELOG.md`. The last is that of this build. */
export const releases: readonly string[] = ['0.1'];

/** The release of a build: `0.1` of `0.1.3`. */
export const getRelease = (build: string): string => build.split('.').slice(0, 2).join('.');
