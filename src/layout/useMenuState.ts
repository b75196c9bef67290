import { type FocusEvent, type PointerEvent, useRef, useState } from 'react';
import { useStore } from 'react-admin';

/** §2: what the person made of the menu, kept from one visit to the next. */
type MenuStatus = 'default' | 'mini';

/** The menu as it stands, and what moves it. */
export interface MenuState {
  status: MenuStatus;
  /** Whether a mini menu stands open over the page. */
  hoverMenu: boolean;
  toggle: () => void;
  /** Closes a mini menu that stands open. */
  close: () => void;
  /** What the menu hears of the pointer and the focus. */
  handlers: {
    onPointerEnter: (event: PointerEvent) => void;
    onPointerLeave: () => void;
    onPointerDown: () => void;
    onPointerUp: () => void;
    onFocus: () => void;
    onBlur: (event: FocusEvent<HTMLElement>) => void;
  };
}

/** §2, layout menu: its status and its hoverMenu state. A mini menu opens while it is pointed at or holds the focus. */
export const useMenuState = (): MenuState => {
  const [status, setStatus] = useStore<MenuStatus>('preferences.menu', 'default');
  const [isPointed, setPointed] = useState(false);
  const [isFocused, setFocused] = useState(false);
  const isPressed = useRef(false);
  const press = (isDown: boolean) => {
    isPressed.current = isDown;
  };
  const close = () => {
    setPointed(false);
    setFocused(false);
  };
  return {
    status,
    hoverMenu: status === 'mini' && (isPointed || isFocused),
    // A menu that was just made narrow closes under the pointer; it opens again when that comes anew.
    toggle: () => {
      setStatus(status === 'mini' ? 'default' : 'mini');
      close();
    },
    close,
    handlers: {
      // A finger does not hover.
      onPointerEnter: ({ pointerType }) => setPointed(pointerType !== 'touch'),
      onPointerLeave: () => {
        setPointed(false);
        press(false);
      },
      // The focus that a click leaves behind does not hold the menu open.
      onPointerDown: () => press(true),
      onPointerUp: () => press(false),
      onFocus: () => setFocused(!isPressed.current),
      onBlur: ({ currentTarget, relatedTarget }) => {
        if (!currentTarget.contains(relatedTarget)) setFocused(false);
      },
    },
  };
};
