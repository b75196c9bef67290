/** Attributes that screen readers speak or browsers show. */
const SPOKEN = ['aria-label', 'title', 'placeholder', 'alt', 'aria-description'];

/** Every text that the document shows or that a screen reader speaks. */
export const wordsOnScreen = (): string[] => {
  const words: string[] = [document.title];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT);
  while (walker.nextNode()) {
    const node = walker.currentNode;
    if (node instanceof Element) words.push(...SPOKEN.map(name => node.getAttribute(name) ?? ''));
    else words.push(node.textContent ?? '');
  }
  return [...new Set(words.map(text => text.trim()).filter(Boolean))];
};

/** A message in Russian: without the name of a column or English. Only allowed values, after a colon, are Latin. */
export const RUSSIAN = /^[^a-z]*[а-яё]{2}[^a-z]*(: [\w, -]+)?$/i;
