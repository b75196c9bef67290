/** Where something opens: below its anchor, keeping to one of its sides. */
export const placedBelow = (align: 'start' | 'end') => {
  const horizontal = align === 'start' ? 'left' : 'right';
  return {
    anchorOrigin: { vertical: 'bottom', horizontal },
    transformOrigin: { vertical: 'top', horizontal },
  } as const;
};
