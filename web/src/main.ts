/** Starts the client: the language first, so that no text is missing when it appears. */

import { mount } from 'svelte';
import App from './App.svelte';
import { watch } from './core/fresh.svelte';
import { applySettings } from './state/settings.svelte';
import { speak, wanted } from './state/speech.svelte';
import './styles/base.css';

applySettings();
await speak(wanted());
mount(App, { target: document.getElementById('app')! });

if (import.meta.env.PROD) watch();
