import { startDeployment } from '../../e2e/fixtures/deployment.ts'
import { KEY_LIMIT_MS, KEYS, launchChromium, ROUNDS, scriptOfKeys, THROTTLE } from './chromium.ts'

const FIELDS = 200
/** Pause in milliseconds after each round of keystrokes, in which the page renders the last keystroke. */
const PAUSE_MS = 100

const SETTINGS: readonly object[] = [
  { input_type: 'text', max_len: 200 },
  { input_type: 'text', validation_mask: '[A-Za-z0-9 ]{0,50}' },
  { input_type: 'textarea' },
  { input_type: 'int', min: 0, max: 1_000_000 },
  { input_type: 'numeric' },
  { input_type: 'email' },
  { input_type: 'select', options: [1, 2, 3, 4].map((at) => ({ key: `k${at}`, value: `Option ${at}` })) },
  { input_type: 'date', format: 'DDMMYYYY', separator: '/' },
  { input_type: 'boolean' },
  { input_type: 'multi_checkbox', checkboxes: [1, 2, 3].map((at) => ({ key: `k${at}`, value: `Box ${at}` })) },
]

const BUNDLE = {
  definitions: [
    {
      code_tag: 'long-root',
      tag_description: 'Long form',
      form_params: { auth_type: ['FREE'], form_title: 'Long form' },
      form_fields: Array.from({ length: FIELDS }, (_, at) => ({
        type: 'PROPERTY',
        ordering: at,
        required: at % 3 === 0,
        value: { property_code: `p${at}`, property_description: `Question ${at}`, default_value: SETTINGS[at % SETTINGS.length] },
      })),
    },
  ],
  forms: [{ code_form: 'long', code_tag: 'long-root' }],
}

/**
 * Measures the script time of one keystroke in a form of 200 fields, on a CPU that is slowed down four times: before
 * the first attempt to submit, and after it, when the page shows all errors.
 */
export async function benchKeystroke(): Promise<void> {
  const deployment = await startDeployment()
  const browser = await launchChromium()
  try {
    await deployment.importBundle(BUNDLE)
    const context = await browser.newContext({ locale: 'en-GB' })
    const form = await context.newPage()
    await form.goto(`${deployment.url}/long`, { waitUntil: 'networkidle' })
    const neutral = await scriptOfKeys(form.locator('#field-p101'), PAUSE_MS)
    await form.locator('.send-button').click()
    await form.getByRole('button', { name: 'OK', exact: true }).click()
    const corrected = await scriptOfKeys(form.locator('#field-p101'), PAUSE_MS)
    console.log(`script of a keystroke, ${FIELDS} fields, processor slowed ${THROTTLE} times, median of ${ROUNDS} rounds of ${KEYS} keys`)
    for (const [name, ms] of Object.entries({ neutral, corrected }))
      console.log(`  ${name.padEnd(10)} ${ms.toFixed(2)} ms, ${(ms / KEY_LIMIT_MS).toFixed(2)} of the limit of ${KEY_LIMIT_MS} ms`)
    if (Math.max(neutral, corrected) > KEY_LIMIT_MS) process.exitCode = 1
  } finally {
    await browser.close()
    await deployment.stop()
  }
}
