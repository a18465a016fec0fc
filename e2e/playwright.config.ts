import { existsSync } from 'node:fs'
import { defineConfig } from '@playwright/test'

const CHROMIUM = {
  launchOptions: {
    executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium-headless-shell',
    // Sets the language of the browser's own controls, such as the order of day and month in date fields, so that tests
    // behave the same on every machine.
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      '--lang=en-US',
    ],
  },
}

/**
 * Debian's Firefox. The channel makes Playwright control it over WebDriver BiDi; without the channel, Playwright needs a
 * Firefox of its own, which it has patched.
 */
const FIREFOX = {
  browserName: 'firefox',
  channel: 'moz-firefox',
  launchOptions: {
    executablePath: process.env.FIREFOX ?? '/usr/bin/firefox-esr',
    // Lets tests read the clipboard without a click on the button "Paste".
    firefoxUserPrefs: { 'dom.events.testing.asyncClipboard': true },
  },
} as const

/**
 * Browser tests of the real product: server, database, mail server and browser are not faked. Test files named
 * `*.phone.spec.ts` run only with the phone settings, `*.desk.spec.ts` only with the desktop settings, all others with
 * both. Tests with the tag `@firefox` also run in Firefox, if it is installed.
 */
export default defineConfig({
  testDir: 'specs',
  outputDir: 'test-results',
  fullyParallel: true,
  workers: 2,
  retries: 0,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  use: {
    actionTimeout: 10_000,
    navigationTimeout: 20_000,
    // Traces are recorded only if the variable TRACE is set, because recording takes a quarter of the CPU time.
    trace: process.env.TRACE ? 'retain-on-failure' : 'off',
    locale: 'it-IT',
  },
  projects: [
    {
      name: 'phone',
      testIgnore: '**/*.desk.spec.ts',
      use: { ...CHROMIUM, viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 },
    },
    { name: 'desk', testIgnore: '**/*.phone.spec.ts', use: { ...CHROMIUM, viewport: { width: 1280, height: 800 } } },
    ...(existsSync(FIREFOX.launchOptions.executablePath)
      ? [{ name: 'firefox', grep: /@firefox/, use: { ...FIREFOX, viewport: { width: 1280, height: 800 } } }]
      : []),
  ],
})
