import './app.css'
import { mount } from 'svelte'
import App from './App.svelte'

mount(App, { target: document.getElementById('app')! })

// The hall was rebuilt while this page was open: its old rooms are gone.
addEventListener('vite:preloadError', () => window.location.reload())

// A page over plain HTTP from elsewhere than this machine has none.
if (import.meta.env.PROD && 'serviceWorker' in navigator) void navigator.serviceWorker.register('/sw.js')
