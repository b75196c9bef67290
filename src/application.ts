/** What everything behind sign-in is made of: one part of the build, fetched while somebody signs in. */
export { contentRoutes } from './content.tsx';
export { createServices } from './services.ts';
