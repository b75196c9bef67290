import './ownerStacks.ts';
import '@testing-library/jest-dom/vitest';
import 'fake-indexeddb/auto';
import { configure, getConfig } from '@testing-library/react';
import { vi } from 'vitest';
import { rememberStyles } from './computedStyle.ts';

/** By the same properties as `toBeVisible`. */
const describeIfHidden = (element: Element): string[] => {
  const { display, visibility, opacity } = globalThis.window.getComputedStyle(element);
  if (display !== 'none' && visibility === 'visible' && opacity !== '0') return [];
  return [`${(element.cloneNode(false) as Element).outerHTML} ${display} ${visibility} ${opacity}`];
};

/** Fills in what jsdom lacks: layout, scrolling, media queries. Runs before each file of screen tests. */
configure({
  // Long, because no test is about time and a busy machine must not fail one.
  asyncUtilTimeout: 30_000,
  // Prints only the text and what is hidden when a query fails, instead of ten thousand lines of markup. Not while
  // something is waited for, where each attempt but the last is caught: a timeout asks for the error again.
  getElementError: message => {
    const [firstLine = ''] = message?.split('\n') ?? [];
    if (Reflect.get(getConfig(), '_disableExpensiveErrorDiagnostics') === true) return new Error(firstLine);
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const words: string[] = [];
    const menuWords: string[] = [];
    while (texts.nextNode()) {
      const { parentElement, textContent } = texts.currentNode;
      (parentElement?.closest('nav') ? menuWords : words).push(textContent ?? '');
    }
    const tags = [...document.body.querySelectorAll('*')].flatMap(element => describeIfHidden(element));
    return new Error(`${firstLine}\n${[...words, ...menuWords].join(' | ')}\nhidden: ${tags.join()}`);
  },
});

const window = globalThis.window;

rememberStyles(window);

window.matchMedia = query =>
  Object.assign(new EventTarget(), {
    matches: false,
    media: query,
    onchange: null,
    addListener: () => undefined,
    removeListener: () => undefined,
  }) as MediaQueryList;

/** Every element is as large as the window, or virtual lists would draw no rows. */
for (const [name, value] of [
  ['clientWidth', window.innerWidth],
  ['clientHeight', window.innerHeight],
] as const)
  Object.defineProperty(window.Element.prototype, name, { configurable: true, get: () => value });

/** jsdom has no layout, so sizes never change. */
window.ResizeObserver = class {
  observe = () => undefined;
  unobserve = () => undefined;
  disconnect = () => undefined;
};

window.HTMLCanvasElement.prototype.getContext = () => null;
/** File previews need an address, although nothing is rendered. */
Object.assign(URL, { createObjectURL: () => 'blob:preview', revokeObjectURL: () => undefined });
window.scrollTo = vi.fn<() => void>();
Object.assign(window.Element.prototype, {
  scrollTo: vi.fn<() => void>(),
  scrollIntoView: vi.fn<() => void>(),
});

/** Discards Emotion's rules, which no test needs and which jsdom would match against each element of a query. */
const { insertBefore } = window.HTMLHeadElement.prototype;
window.HTMLHeadElement.prototype.insertBefore = function insert<T extends Node>(node: T, before: Node | null): T {
  return node instanceof window.HTMLStyleElement ? node : (insertBefore.call(this, node, before) as T);
};
