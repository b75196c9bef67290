/** `npm run build`: builds the web application, the server and an empty migrated database into `dist`. */
import { build, ensureInstalled, ensureNode } from './ensure.mjs';

ensureNode();
ensureInstalled();
build();
