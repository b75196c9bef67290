/** Everything behind sign-in, as one chunk that is fetched while the user fills in the sign-in form. */
export { contentRoutes } from './content.tsx';
export { createServices } from './services.ts';
