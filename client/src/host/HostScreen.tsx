import { useLocation, useParams } from 'react-router';
import { Control } from './Control';
import { Host } from './Host';
import { Wall } from './Wall';

/** The screens of hosts: opening an event, an event, and its wall. In one script, because a host needs them one after the other. */
export function Component() {
  const { code } = useParams();
  const { pathname } = useLocation();
  if (code === undefined) return <Host />;
  const known = code.toLowerCase();
  if (/\/wall\/?$/i.test(pathname)) return <Wall code={known} />;
  return <Control key={known} code={known} />;
}
