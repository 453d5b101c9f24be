import './app.css'
import { mount } from 'svelte'
import App from './App.svelte'

mount(App, { target: document.getElementById('app')! })

// The hall was rebuilt while this page was open: its old rooms are gone. A room that is missing from the
// same build once more is out of reach, and App says so.
addEventListener('vite:preloadError', () => {
  const key = 'tatami.reloaded'
  if (sessionStorage.getItem(key) === import.meta.url) return
  sessionStorage.setItem(key, import.meta.url)
  window.location.reload()
})

// A page over plain HTTP from elsewhere than this machine has none.
if (import.meta.env.PROD && 'serviceWorker' in navigator) void navigator.serviceWorker.register('/sw.js')
