/** What the build of the web application needs beyond Vite's own. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { HtmlTagDescriptor, Plugin, ResolvedConfig, Rolldown, ViteDevServer } from 'vite';
import { RELEASE } from '../contract/limits.ts';
import { ru } from '../i18n/ru.ts';

/** §2: the public addresses and their pages. */
const publicPaths = new Map([
  ['/login', '/sign-in.html'],
  ['/restore', '/restore.html'],
  ['/reset-password', '/reset-password.html'],
]);
/** From these the application is entered without another document. */
const enteringPages = new Set(['/sign-in.html', '/reset-password.html']);

/** The development server sends the public addresses to their pages, as the product's own server does. */
export const publicPages = (): Plugin => {
  const serve = ({ middlewares }: Pick<ViteDevServer, 'middlewares'>): void => {
    middlewares.use((request, _response, next) => {
      const [path = '', query = ''] = request.url?.split('?') ?? [];
      const page = publicPaths.get(path);
      if (page) request.url = query ? `${page}?${query}` : page;
      next();
    });
  };
  return { name: 'vitrina:public-pages', configureServer: serve, configurePreviewServer: serve };
};

/** Puts the parts that the public pages share, `{{> head}}` of `src/public/parts/head.html`, into them. */
export const pageParts = (): Plugin => ({
  name: 'vitrina:page-parts',
  transformIndexHtml: {
    order: 'pre',
    handler: html =>
      html.replace(/^\{\{> (\w+)\}\}\n/gm, (_, name: string) => readFileSync(`src/public/parts/${name}.html`, 'utf8')),
  },
});

/** Fills `{{session.email}}` in the pages from the Russian catalogue: texts have one home. */
export const catalogueTexts = (): Plugin => ({
  name: 'vitrina:catalogue-texts',
  transformIndexHtml: html => html.replace(/\{\{([\w.]+)\}\}/g, (_, key: string) => textOf(key)),
});

const textOf = (key: string): string => {
  if (key === 'release') return RELEASE;
  const text = key.split('.').reduce<unknown>((tree, name) => (tree as Record<string, unknown>)[name], ru);
  if (typeof text !== 'string') throw new Error(`a page says "${key}", which the catalogue does not have`);
  return text.replace(/[&<>"]/g, character => `&#${character.charCodeAt(0)};`);
};

type Bundle = Rolldown.OutputBundle;

/**
 * Names the files that the application starts with, those of the given modules: the main page asks for them together with its own script,
 * the pages that it is entered from (`src/public/preload.ts`) while the person types.
 */
export const applicationFiles = (...modules: string[]): Plugin => ({
  name: 'vitrina:application-files',
  apply: 'build',
  transformIndexHtml: {
    order: 'post',
    handler: (html, { bundle, path }) => {
      const files = filesOf(bundle ?? {}, modules).filter(file => !html.includes(file));
      if ([...publicPaths.values()].includes(path) && !enteringPages.has(path)) return [];
      if (enteringPages.has(path))
        return [{ tag: 'meta', attrs: { name: 'application-files', content: files.join(' ') }, injectTo: 'head' }];
      return files.map(
        (href): HtmlTagDescriptor => ({
          tag: 'link',
          attrs: {
            ...(href.endsWith('.css') ? { rel: 'preload', as: 'style' } : { rel: 'modulepreload' }),
            crossorigin: true,
            href,
          },
          injectTo: 'head',
        }),
      );
    },
  },
});

/**
 * Lets the public pages be painted by their document alone: styles stand in it, and scripts and their
 * preloads come after the form, so that nothing stands between the first bytes and a field to type into.
 */
export const paintedAtOnce = (): Plugin => ({
  name: 'vitrina:painted-at-once',
  apply: 'build',
  transformIndexHtml: {
    order: 'post',
    handler: (html, { bundle, path }) => {
      if (![...publicPaths.values()].includes(path)) return html;
      const late: string[] = [];
      const styled = html.replace(/ *<link rel="stylesheet"[^>]* href="\/([^"]+)"[^>]*>\n?/g, (_, file: string) => {
        const asset = bundle?.[file];
        if (asset?.type !== 'asset') throw new Error(`the build has no style "${file}"`);
        return `<style>${String(asset.source)}</style>\n`;
      });
      const bare = styled.replace(
        / *(<script type="module"[^>]*src=[^>]*><\/script>|<link rel="modulepreload"[^>]*>)\n?/g,
        (_, tag: string) => {
          late.push(tag);
          return '';
        },
      );
      return bare.replace('</body>', () => `${late.join('\n')}\n  </body>`);
    },
  },
});

/** The chunks of modules, the chunks that they cannot run without, and their styles. */
const filesOf = (bundle: Bundle, modules: readonly string[]): string[] => {
  const chunks = Object.values(bundle).filter(output => output.type === 'chunk');
  const files = new Set<string>();
  const visit = (chunk: Rolldown.OutputChunk | undefined): void => {
    if (!chunk || files.has(`/${chunk.fileName}`)) return;
    files.add(`/${chunk.fileName}`);
    for (const style of chunk.viteMetadata?.importedCss ?? []) files.add(`/${style}`);
    for (const name of chunk.imports) visit(chunks.find(({ fileName }) => fileName === name));
  };
  for (const module of modules) {
    const chunk = chunks.find(({ moduleIds }) => moduleIds.some(id => id.endsWith(module)));
    if (!chunk) throw new Error(`the build has no chunk of "${module}"`);
    visit(chunk);
  }
  return [...files];
};

/** Not HTML: the server compresses pages itself, because each answer has its own nonce. */
const COMPRESSIBLE = /\.(js|css|svg|json|txt|webmanifest)$/;
/** Size in bytes below which compression gains nothing. */
const MIN_SIZE = 512;

/**
 * Has V8 compile every function of some chunks while they come, beside the page's own thread, instead of each when it is
 * first called: https://v8.dev/blog/explicit-compile-hints.
 */
export const compiledAhead = (...names: readonly string[]): Plugin => ({
  name: 'vitrina:compiled-ahead',
  apply: 'build',
  generateBundle: {
    // After what Vite itself puts at their beginnings: a comment further down is none.
    order: 'post',
    handler: (_, bundle) => {
      for (const chunk of Object.values(bundle))
        if (chunk.type === 'chunk' && names.includes(chunk.name))
          chunk.code = `//# allFunctionsCalledOnLoad\n${chunk.code}`;
    },
  },
});

/**
 * Writes `.br` and `.gz` next to every text file of the build, so that the server does not compress them on each
 * request.
 */
export const precompressed = (): Plugin => {
  let folder = '';
  return {
    name: 'vitrina:precompressed',
    apply: 'build',
    configResolved: ({ root, build }: ResolvedConfig) => {
      folder = resolve(root, build.outDir);
    },
    closeBundle: {
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
