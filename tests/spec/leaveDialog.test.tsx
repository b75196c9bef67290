import { cleanup, render } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { LeaveDialog } from '#ui/LeaveDialog.tsx';
import { Dialog } from '#ui/overlays.tsx';

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

describe('The question before something unsaved is left', () => {
  const asked = (answer: boolean) => {
    vi.spyOn(Dialog, 'isThere').mockReturnValue(false);
    vi.spyOn(Dialog, 'preload').mockResolvedValue(false);
    const question = vi.spyOn(window, 'confirm').mockReturnValue(answer);
    const [onLeave, onStay] = [vi.fn<() => void>(), vi.fn<() => void>()];
    render(<LeaveDialog open {...{ onLeave, onStay }} />);
    return { question, onLeave, onStay };
  };

  it('[L124] is the browser’s own where the code of the dialog cannot be had', async () => {
    const { question, onLeave, onStay } = asked(true);
    await expect.poll(() => onLeave.mock.calls).toHaveLength(1);
    expect(question).toHaveBeenCalledOnce();
    expect(onStay).not.toHaveBeenCalled();
  });

  it('[L124] and keeps whoever stays', async () => {
    const { onLeave, onStay } = asked(false);
    await expect.poll(() => onStay.mock.calls).toHaveLength(1);
    expect(onLeave).not.toHaveBeenCalled();
  });
});
