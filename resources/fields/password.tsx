import { PasswordInput } from './PasswordInput.tsx';
import { plainView } from './view.ts';

const nothing = () => null;

export const password = plainView('password', { Input: PasswordInput, useCell: () => nothing, width: () => 0 });
