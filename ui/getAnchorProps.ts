export const getAnchorProps = (align: 'start' | 'end') => {
  const horizontal = align === 'start' ? 'left' : 'right';
  return {
    anchorOrigin: { vertical: 'bottom', horizontal },
    transformOrigin: { vertical: 'top', horizontal },
  } as const;
};
