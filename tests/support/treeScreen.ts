import { fireEvent, screen, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';

/** The tree of categories on the screen, and the ways to work in it. */
export const tree = () => screen.getByRole('tree');
export const item = (name: RegExp) => within(tree()).getByRole('treeitem', { name });
export const press = (user: UserEvent, keys: string) => {
  tree().focus();
  return user.keyboard(keys);
};
export const go = (name: RegExp) => fireEvent.click(item(name));
export const openAll = (user: UserEvent) => press(user, '{Home}*{ArrowDown}*');
export const button = (name: string | RegExp) => screen.getByRole('button', { name });
export const saveTree = async (user: UserEvent) => {
  await user.click(button('Сохранить'));
  await screen.findByText('Дерево категорий сохранено');
};
export const nameField = () => screen.getByRole('textbox', { name: 'Название категории' });
export const typeName = async (user: UserEvent, text: string) => {
  fireEvent.change(nameField(), { target: { value: text } });
  await user.keyboard('{Enter}');
};
