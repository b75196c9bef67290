import './public.css';
import { pageTexts } from './texts.ts';

/** Instead of a blank page when the application cannot be opened. */
export const showFailure = async (root: HTMLElement): Promise<void> => {
  const { session: texts } = await pageTexts();
  const main = document.createElement('main');
  main.className = 'public';
  const text = document.createElement('p');
  text.className = 'public-error';
  text.role = 'alert';
  const again = document.createElement('button');
  again.className = 'public-primary public-again';
  again.textContent = texts.reload;
  again.addEventListener('click', () => window.location.reload());
  main.append(text, again);
  root.replaceChildren(main);
  // After the element stands, so that screen readers speak it.
  text.textContent = texts.loadFailed;
};
