import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Plugin, ResolvedConfig } from 'vite';
import { ru } from '../i18n/ru.ts';
import { NONCE_PLACEHOLDER, SIGNED_IN_END, SIGNED_IN_START } from '../server/http/headers.ts';

/** Fills `{{session.product}}` in the page from the Russian catalogue, so that it is defined in one place. */
export const catalogueTexts = (): Plugin => ({
  name: 'vitrina:catalogue-texts',
  transformIndexHtml: html => html.replace(/\{\{([\w.]+)\}\}/g, (_, key: string) => getText(key)),
});

const getText = (key: string): string => {
  const text = key.split('.').reduce<unknown>((tree, name) => (tree as Record<string, unknown>)[name], ru);
  if (typeof text !== 'string') throw new Error(`a page says "${key}", which the catalogue does not have`);
  return text.replace(/[&<>"]/g, character => `&#${character.charCodeAt(0)};`);
};

const KIT_PAGE = `<!doctype html>
<html lang="ru">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>ui</title>
    <script type="module" src="/ui/dev/kit.tsx"></script>
  </head>
  <body>
    <div id="root"></div>
  </body>
</html>`;

/**
 * Serves the page of the kit at `/dev/ui` during development, so that `index.html` stays the only document of the
 * product.
 */
export const kitPage = (): Plugin => ({
  name: 'vitrina:kit-page',
  apply: 'serve',
  configureServer: server => {
    server.middlewares.use('/dev/ui', (_request, response, next) => {
      server.transformIndexHtml('/dev/ui', KIT_PAGE).then(html => {
        response.setHeader('Content-Type', 'text/html; charset=utf-8');
        response.end(html);
      }, next);
    });
  },
});

/**
 * Lists the application's files in the page, in a comment that the server opens for addresses behind sign-in: without
 * it they are requested only after the first script has run.
 * @param entry end of the path of the module that the application begins with
 */
export const preloadApplication = (entry: string): Plugin => ({
  name: 'vitrina:preload-application',
  apply: 'build',
  transformIndexHtml: {
    order: 'post',
    handler: (html, { bundle = {} }) => {
      const chunks = Object.values(bundle).filter(file => file.type === 'chunk');
      const first = chunks.find(({ facadeModuleId }) => facadeModuleId?.endsWith(entry));
      if (!first) throw new Error(`the build has no file for ${entry}`);
      const needed = chunks.filter(chunk => chunk === first || first.imports.includes(chunk.fileName));
      const styles = new Set(needed.flatMap(({ viteMetadata }) => [...(viteMetadata?.importedCss ?? [])]));
      const links = [
        ...needed.map(({ fileName }) => ({ rel: 'modulepreload', fileName })),
        ...[...styles].map(fileName => ({ rel: 'preload" as="style', fileName })),
      ]
        .filter(({ fileName }) => !html.includes(`"/${fileName}"`))
        .map(({ rel, fileName }) => `<link rel="${rel}" crossorigin href="/${fileName}" nonce="${NONCE_PLACEHOLDER}">`);
      return html.replace('</head>', () => `  ${SIGNED_IN_START}${links.join('')}${SIGNED_IN_END}\n  </head>`);
    },
  },
});

/**
 * Makes the browser compile all functions of a file on another thread while it receives the file, instead of one by one
 * when they are first called. Other browsers ignore the comment. Runs after all other plugins, because the comment has
 * to be the first line.
 */
export const compileAtOnce = (chunkName: string): Plugin => ({
  name: 'vitrina:compile-at-once',
  apply: 'build',
  generateBundle: {
    order: 'post',
    handler: (_, bundle) => {
      for (const chunk of Object.values(bundle))
        if (chunk.type === 'chunk' && chunk.name === chunkName)
          chunk.code = `//# allFunctionsCalledOnLoad\n${chunk.code}`;
    },
  },
});

/** Excludes HTML, which the server compresses itself because each response has its own nonce. */
const COMPRESSIBLE = /\.(js|css|svg|json|txt|webmanifest)$/;
/** Size in bytes below which compression gains nothing. */
const MIN_SIZE = 512;

/**
 * Writes `.br` and `.gz` next to every text file of the build, so that the server does not compress them on each
 * request.
 */
export const precompressFiles = (): Plugin => {
  let folder = '';
  return {
    name: 'vitrina:precompressed',
    apply: 'build',
    configResolved: ({ root, build }: ResolvedConfig) => {
      folder = resolve(root, build.outDir);
    },
    writeBundle: {
      order: 'post',
      sequential: true,
      handler: async () => {
        const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(name =>
          COMPRESSIBLE.test(name),
        );
        await Promise.all(names.map(name => compressFile(join(folder, name))));
      },
    },
  };
};

const compressFile = async (path: string): Promise<void> => {
  const text = readFileSync(path);
  if (text.length < MIN_SIZE) return;
  const [br, gz] = await Promise.all([
    promisify(brotliCompress)(text, {
      params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: text.length },
    }),
    promisify(gzip)(text, { level: 9 }),
  ]);
  writeFileSync(`${path}.br`, br);
  writeFileSync(`${path}.gz`, gz);
};
