import { build, ensureInstalled, ensureNode } from './ensure.mjs';

ensureNode();
ensureInstalled();
build();
