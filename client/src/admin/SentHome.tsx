import { useEffect } from 'react';
import { useNavigate } from 'react-router';
import { paths } from '../app/paths';
import { Component as NotFound } from '../shell/NotFound';

/** How long the page says that there is nothing here before it leads home, in milliseconds. */
const SHOWN_MS = 3000;

/** What who is no admin sees: that there is no such page, and then home. */
export function SentHome() {
  const navigate = useNavigate();
  useEffect(() => {
    const timer = setTimeout(() => navigate(paths.home, { replace: true }), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [navigate]);
  return <NotFound />;
}
