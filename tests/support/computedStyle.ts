/** Attributes that jsdom's default stylesheet selects by. */
const attributes = ['hidden', 'open', 'type', 'popover'] as const;

type Style = CSSStyleDeclaration;

/** What jsdom's stylesheet gives, the same for all windows, so that each file of tests need not ask it again. */
const defaults = new Map<string, string>();

/**
 * Replaces jsdom's `getComputedStyle` for the properties that decide whether an element is visible and clickable, and
 * for those by which a menu or a hint finds what it could be cut off by. jsdom drops all styles on every change of the
 * document and then matches a hundred rules for each element that a query by role visits. Where a document has no
 * stylesheet, the result depends only on the tag and four attributes apart from inline styles, and can be cached by them.
 */
export const rememberStyles = (window: Window): void => {
  const compute = window.getComputedStyle.bind(window);

  /** Computes a property that children do not inherit. An inline style sets it by its own name or by a shorter one. */
  const own =
    (name: string, shorthand = name) =>
    (element: Element) => {
      const isSpecial =
        element.getAttribute('style')?.includes(shorthand) || element.ownerDocument.styleSheets.length > 0;
      if (isSpecial) return compute(element).getPropertyValue(name);
      const values = attributes.map(attribute => element.getAttribute(attribute));
      const key = [name, element.localName, element.parentElement?.localName, ...values].join(' ');
      const known = defaults.get(key) ?? compute(element).getPropertyValue(name);
      defaults.set(key, known);
      return known;
    };
  /** Computes an inherited property. Only inline styles set it, and `hidden` on parts of a table. */
  const handedDown = (name: 'visibility' | 'pointer-events', initial: string) => (element: Element) => {
    for (let at: Element | null = element; at; at = at.parentElement)
      if (at.getAttribute('style')?.includes(name) || at.hasAttribute('hidden'))
        return compute(element).getPropertyValue(name);
    return initial;
  };
  const visibility = handedDown('visibility', 'visible');
  const pointerEvents = handedDown('pointer-events', 'auto');
  const opacity = (element: Element) =>
    element.getAttribute('style')?.includes('opacity') ? compute(element).opacity : '1';
  const quick = new Map<unknown, (element: Element) => string>(
    Object.entries({
      display: own('display'),
      visibility,
      opacity,
      pointerEvents,
      'pointer-events': pointerEvents,
      position: own('position'),
      overflow: own('overflow'),
      overflowX: own('overflow-x', 'overflow'),
      overflowY: own('overflow-y', 'overflow'),
    }),
  );

  window.getComputedStyle = (element, pseudo) => {
    if (pseudo) return compute(element, pseudo);
    let whole: Style | undefined;
    const full = (): Style => (whole ??= compute(element));
    return new Proxy({} as Style, {
      get: (_, name) => {
        const answer = quick.get(name);
        if (answer) return answer(element);
        if (name === 'getPropertyValue')
          return (property: string) => quick.get(property)?.(element) ?? full().getPropertyValue(property);
        const value: unknown = Reflect.get(full(), name);
        return typeof value === 'function' ? value.bind(full()) : value;
      },
    });
  };
};
