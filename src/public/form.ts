import type { Texts } from './texts.ts';

/** What is wrong with a field; empty when nothing is. */
type Check = (input: HTMLInputElement, value: (name: string) => string) => string;

interface FormOptions<Name extends string> {
  texts: Texts['session'];
  /** The button's text at rest and while something is under way. */
  button: readonly [idle: string, busy: string];
  /** The fields by the ids of their inputs, in their order. */
  checks: Readonly<Record<Name, Check>>;
}

/** The form of a public page as it stands in the HTML. */
export interface PublicForm<Name extends string = string> {
  element: HTMLFormElement;
  /** What was typed, or null when a field is wrong: then its fault is shown and it has the focus. */
  read: () => Readonly<Record<Name, string>> | null;
  put: (values: Readonly<Record<Name, string>>) => void;
  /** Shows what the server says: of the whole form, and at fields. What was typed stays. */
  showFailure: (text: string, faults?: Readonly<Record<string, readonly string[]>>) => void;
  /** While busy the button says so and does nothing. */
  setBusy: (isBusy: boolean) => void;
}

/** An element of the page that this script cannot do without. */
export const need = <E extends HTMLElement>(id: string, type: { new (): E }): E => {
  const found = document.getElementById(id);
  if (!(found instanceof type)) throw new Error(`the page has no #${id}`);
  return found;
};

/** An address of e-mail, by the browser's own rule. */
export const emailCheck =
  (texts: Texts['session']): Check =>
  ({ validity }) => {
    if (validity.valueMissing) return texts.emailEmpty;
    return validity.valid ? '' : texts.emailWrong;
  };

/** Wires the form of the page. */
export const createForm = <Name extends string>({ texts, button, checks }: FormOptions<Name>): PublicForm<Name> => {
  const names = Object.keys(checks) as Name[];
  const inputs = names.map(name => need(name, HTMLInputElement));
  const enter = need('enter', HTMLButtonElement);
  const error = need('error', HTMLElement);
  const element = enter.form;
  if (!element) throw new Error('the page has no form');

  const focusFault = (): void => inputs.find(input => input.hasAttribute('aria-invalid'))?.focus();
  const valueOf = (name: string): string => inputs.find(({ id }) => id === name)?.value ?? '';
  for (const input of inputs) input.addEventListener('input', () => setFault(input, ''));

  // Our own sentences in place of the browser's, which speak the browser's language.
  element.noValidate = true;
  enter.disabled = false;
  for (const reveal of element.querySelectorAll<HTMLButtonElement>('button[data-reveals]')) wirePassword(reveal, texts);

  return {
    element,
    read: () => {
      error.textContent = '';
      for (const input of inputs) setFault(input, checks[input.id as Name](input, valueOf));
      focusFault();
      if (inputs.some(input => input.hasAttribute('aria-invalid'))) return null;
      return Object.fromEntries(inputs.map(({ id, value }) => [id, value])) as Record<Name, string>;
    },
    put: values => {
      for (const input of inputs) {
        input.value = values[input.id as Name];
        setFault(input, '');
      }
      enter.focus();
    },
    showFailure: (text, faults = {}) => {
      for (const input of inputs) setFault(input, faults[input.id]?.join('\n') ?? '');
      error.textContent = text;
      focusFault();
    },
    setBusy: isBusy => {
      enter.textContent = button[isBusy ? 1 : 0];
      if (isBusy) enter.setAttribute('aria-disabled', 'true');
      else enter.removeAttribute('aria-disabled');
    },
  };
};

const setFault = (input: HTMLInputElement, text: string): void => {
  need(`${input.id}-fault`, HTMLElement).textContent = text;
  if (text) input.setAttribute('aria-invalid', 'true');
  else input.removeAttribute('aria-invalid');
};

/** Showing what is typed, and hints at the two slips of a keyboard: Caps Lock and the Russian layout. */
const wirePassword = (reveal: HTMLButtonElement, texts: Texts['session']): void => {
  const password = need(reveal.dataset['reveals'] ?? '', HTMLInputElement);
  const hint = need(`${password.id}-hint`, HTMLElement);
  reveal.hidden = false;
  reveal.addEventListener('click', () => {
    const isShown = password.type === 'text';
    password.type = isShown ? 'password' : 'text';
    reveal.textContent = isShown ? texts.showPassword : texts.hidePassword;
  });
  const say = (event: Event): void => {
    const isCapsLock = event instanceof KeyboardEvent && event.getModifierState('CapsLock');
    const text = /[а-яё]/i.test(password.value) ? texts.passwordCyrillic : isCapsLock ? texts.capsLock : '';
    if (hint.textContent !== text) hint.textContent = text;
  };
  password.addEventListener('keyup', say);
  password.addEventListener('input', say);
};
