import { reaction } from 'mobx';
import { useCallback, useSyncExternalStore } from 'react';
import type { SettingName, Settings } from './settings';
import { useRoot } from './useRoot';

/** The value of a setting, also for components that are no observers. */
export function useSetting<Name extends SettingName>(name: Name): Settings[Name] {
  const { settings } = useRoot();
  const subscribe = useCallback(
    (listener: () => void) => reaction(() => settings.values[name], listener),
    [settings, name],
  );
  return useSyncExternalStore(subscribe, () => settings.values[name]);
}
