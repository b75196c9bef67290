import { fireEvent, screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { useScreens } from '#tests/support/screen.tsx';
import { beginSite, node } from '#tests/support/siteTree.ts';

const { server, open } = useScreens();

describe('The name of a new category', () => {
  it('[L651] takes the next key, even if the tree has to scroll to it', async () => {
    const { send } = await beginSite(server());
    const many = Array.from({ length: 150 }, (_, at) => node(`Раздел ${at}`));
    await send('PUT', '/categories/site', { categories: many });
    const { user } = await open('/content/categories');
    const tree = await screen.findByRole('tree');
    const search = screen.getByRole('searchbox', { name: 'Найти категорию по названию' });
    fireEvent.change(search, { target: { value: 'раздел 149' } });
    fireEvent.click(within(tree).getByRole('treeitem', { name: /Раздел 149/ }));
    tree.focus();
    fireEvent.keyDown(tree, { key: 'Insert' });
    // At once: the next key comes before the tree has scrolled.
    expect(screen.getByRole('textbox', { name: 'Название категории' })).toHaveFocus();
    await user.keyboard('Рядом{Enter}');
    const edits = screen.getByRole('complementary', { name: 'Изменения' });
    expect(within(edits).getByText(/Рядом/)).toBeVisible();
  });
});
