import { MenuItem } from '#resources/schema/ui/overlays.tsx';

interface MenuOptionProps {
  text: string;
  isChosen: boolean;
  onChoose: () => void;
}

/** One of several choices in a menu. Other props are the menu's own. */
export const MenuOption = ({ text, isChosen, onChoose, ...item }: MenuOptionProps) => (
  <MenuItem {...item} role="menuitemradio" aria-checked={isChosen} selected={isChosen} onClick={onChoose}>
    {text}
  </MenuItem>
);
