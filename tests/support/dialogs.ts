import { screen } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { expect } from 'vitest';

/** Tries every way to close the dialog while its write is under way, and expects it to stay. */
export const tryToClose = async (user: UserEvent): Promise<void> => {
  const dialog = screen.getByRole('dialog');
  await user.keyboard('{Escape}');
  await user.click(dialog.parentElement ?? document.body);
  expect(screen.queryByRole('button', { name: 'Отмена' })).not.toBeInTheDocument();
  expect(dialog).toBeVisible();
};
