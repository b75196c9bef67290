import { PasswordInput } from './PasswordInput.tsx';
import { definePlainView } from './view.ts';

const renderNothing = () => null;

export const password = definePlainView('password', {
  Input: PasswordInput,
  useCell: () => renderNothing,
  width: () => 0,
});
