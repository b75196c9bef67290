import { lazyScreen } from '#ui/lazyScreen.tsx';
import { plainView } from './view.ts';

const PasswordInput = lazyScreen(() => import('./PasswordInput.tsx').then(module => module.PasswordInput), {
  isBare: true,
});
const nothing = () => null;

export const password = plainView('password', { Input: PasswordInput, useCell: () => nothing, width: () => 0 });
