import { Moon, Sun } from 'lucide-react';
import { observer } from 'mobx-react-lite';
import { useRoot } from '../app/useRoot';
import { useStrings } from '../app/useStrings';
import { IconButton } from '../ui/IconButton';

/** Changes between light and dark colours. */
export const ThemeSwitch = observer(function ThemeSwitch() {
  const strings = useStrings();
  const { theme } = useRoot();
  const isDark = theme.theme === 'dark';
  return (
    <IconButton label={isDark ? strings.nav.toLight : strings.nav.toDark} onClick={() => theme.toggle()}>
      {isDark ? <Sun aria-hidden="true" /> : <Moon aria-hidden="true" />}
    </IconButton>
  );
});
