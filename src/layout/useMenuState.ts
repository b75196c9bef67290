import { type FocusEvent, type PointerEvent, useRef, useState } from 'react';
import { useStore } from 'react-admin';

type MenuStatus = 'default' | 'mini';

export interface MenuState {
  status: MenuStatus;
  hoverMenu: boolean;
  toggle: () => void;
  close: () => void;
  handlers: {
    onPointerEnter: (event: PointerEvent) => void;
    onPointerLeave: () => void;
    onPointerDown: () => void;
    onPointerUp: () => void;
    onFocus: () => void;
    onBlur: (event: FocusEvent<HTMLElement>) => void;
  };
}

/**
 * The state of the layout menu (`status` and `hoverMenu` in §2). A mini menu expands on hover and on keyboard focus.
 */
export const useMenuState = (): MenuState => {
  const [status, setStatus] = useStore<MenuStatus>('preferences.menu', 'default');
  const [isHovered, setHovered] = useState(false);
  const [isFocused, setFocused] = useState(false);
  const isPressed = useRef(false);
  const setPressed = (isDown: boolean) => {
    isPressed.current = isDown;
  };
  const close = () => {
    setHovered(false);
    setFocused(false);
  };
  return {
    status,
    hoverMenu: status === 'mini' && (isHovered || isFocused),
    // A menu that just became mini must collapse although the pointer is still over it.
    toggle: () => {
      setStatus(status === 'mini' ? 'default' : 'mini');
      close();
    },
    close,
    handlers: {
      // Ignores touch, which fires pointerenter without a matching pointerleave.
      onPointerEnter: ({ pointerType }) => setHovered(pointerType !== 'touch'),
      onPointerLeave: () => {
        setHovered(false);
        setPressed(false);
      },
      // Focus left behind by a mouse click must not keep the menu expanded.
      onPointerDown: () => setPressed(true),
      onPointerUp: () => setPressed(false),
      onFocus: () => setFocused(!isPressed.current),
      onBlur: ({ currentTarget, relatedTarget }) => {
        if (!currentTarget.contains(relatedTarget)) setFocused(false);
      },
    },
  };
};
