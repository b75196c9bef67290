import { PasswordInput } from './PasswordInput.tsx';
import { plainView } from './view.ts';

const renderNothing = () => null;

export const password = plainView('password', { Input: PasswordInput, useCell: () => renderNothing, width: () => 0 });
