import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import { paths } from '../app/paths';
import { useRoot } from '../app/useRoot';

/** Whether the notice for touch devices is due: at the first touch, once per browser. */
export function useTouchNotice(): { isDue: boolean; dismiss: () => void } {
  const { consent, services } = useRoot();
  const navigate = useNavigate();
  const [isDue, setDue] = useState(false);
  useEffect(() => {
    const onTouch = () => {
      // It may have run out since the page was opened.
      consent.evaluate();
      if (!consent.isGiven) {
        navigate(paths.home);
      } else if (services.storage.get('touch') === null) {
        services.storage.set('touch', 'true');
        setDue(true);
      }
    };
    window.addEventListener('touchstart', onTouch, { passive: true });
    return () => window.removeEventListener('touchstart', onTouch);
  }, [consent, navigate, services]);
  return { isDue, dismiss: () => setDue(false) };
}
