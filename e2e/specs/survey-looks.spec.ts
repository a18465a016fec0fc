import { accessibilityViolations } from '../fixtures/accessibility.ts'
import { answers, LIBRARY } from '../fixtures/library-survey.ts'
import { libraryWords } from '../fixtures/surveys.ts'
import { expect, test } from '../fixtures/test.ts'

test.describe('a survey respects the visitor’s preference for reduced motion', () => {
  test.use({ contextOptions: { reducedMotion: 'reduce' } })

  test('cards change without an animation', async ({ page, visitor }) => {
    const words = libraryWords(visitor)
    await visitor.opens(LIBRARY)
    await visitor.button(words.next).click()
    await expect(visitor.step(words.cards[0])).toHaveCSS('animation-name', 'none')
    await page.emulateMedia({ reducedMotion: 'no-preference' })
    await expect(visitor.step(words.cards[0])).toHaveCSS('animation-name', 'survey-card-in')
  })
})

test.describe('a survey is accessible in German on the phone and in Italian on the desktop', () => {
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's needs from this pattern
  test.use({ locale: async ({}, use, { project }) => use(project.name === 'phone' ? 'de-DE' : 'it-IT') })

  test('the survey cards have no accessibility violations', async ({ page, visitor }) => {
    const words = libraryWords(visitor)
    const seen: Record<string, string[]> = {}
    const look = async (state: string) => {
      seen[state] = await accessibilityViolations(page)
    }
    await visitor.opens(LIBRARY)
    await look('welcome')
    await visitor.button(words.next).click()
    await expect(visitor.step(words.cards[0])).toBeVisible()
    await look('question, blocked')
    await visitor.button(words.next).click({ force: true })
    await expect(visitor.main.getByText(visitor.words.required)).toBeVisible()
    await look('question, told')
    await visitor.opens(LIBRARY)
    await answers(visitor, words)
    await look('last question')
    await visitor.button(words.send).click()
    await expect(visitor.dialog(words.confirmTitle)).toBeVisible()
    await look('confirmation')
    await visitor.dialog(words.confirmTitle).getByRole('button', { name: words.confirm, exact: true }).click()
    await expect(visitor.heading(words.sent)).toBeVisible()
    await look('sent')
    await page.reload()
    await expect(visitor.heading(words.compiled)).toBeVisible()
    await look('filled in already')
    expect(seen).toEqual(Object.fromEntries(Object.keys(seen).map((state) => [state, []])))
  })
})
