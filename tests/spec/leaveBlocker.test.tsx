import { act, render, screen } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { expect, it, vi } from 'vitest';
import { useLeaveBlocker } from '#resources/form/useLeaveBlocker.ts';

const renderForm = () => {
  const onRender = vi.fn<(blocker: ReturnType<typeof useLeaveBlocker>) => string>(() => 'form');
  const Form = () => onRender(useLeaveBlocker(({ nextLocation }) => nextLocation.pathname === '/list'));
  const router = createMemoryRouter([
    { path: '/', Component: Form },
    { path: '/list', element: 'list' },
    { path: '/login', element: 'login' },
  ]);
  render(<RouterProvider router={router} />);
  return { router, getBlocker: () => onRender.mock.lastCall?.[0] ?? expect.fail('nothing is rendered') };
};

it('[L11] a blocked navigation goes ahead once the user leaves', async () => {
  const { router, getBlocker } = renderForm();
  await act(() => router.navigate('/list'));
  expect(getBlocker().isBlocked).toBe(true);
  expect(screen.getByText('form')).toBeTruthy();
  await act(async () => getBlocker().leave());
  expect(screen.getByText('list')).toBeTruthy();
});

it('[L649] a blocked navigation that another has overtaken is dropped without an error', async () => {
  const { router, getBlocker } = renderForm();
  await act(() => router.navigate('/list'));
  const { leave } = getBlocker();
  await act(() => router.navigate('/login'));
  await act(async () => leave());
  expect(screen.getByText('login')).toBeTruthy();
});
