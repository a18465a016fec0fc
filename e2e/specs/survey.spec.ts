import type { Page } from '@playwright/test'
import { answers, confirms, LIBRARY } from '../fixtures/library-survey.ts'
import { canteenSurvey, type LibraryWords, libraryWords } from '../fixtures/surveys.ts'
import { expect, test } from '../fixtures/test.ts'
import { hydrated, type Visitor } from '../fixtures/visitor.ts'

test('a visitor answers the survey card by card and cannot submit it twice', { tag: '@firefox' }, async ({ page, visitor, browserName }) => {
  const words = libraryWords(visitor)
  await visitor.opens(LIBRARY)
  await expect(visitor.step(words.welcome)).toBeVisible()
  await expect(visitor.button(words.previous)).toHaveCount(0)
  await expect(page.getByRole('progressbar')).toHaveCount(0)
  await visitor.button(words.next).click()
  await expect(visitor.heading(words.cards[0])).toBeFocused()
  await expect(page.getByRole('progressbar', { name: words.progress(1) })).toHaveAttribute('value', '1')

  // While an answer is missing, the button is disabled and gives the reason. A click on it moves the focus to the
  // unanswered question.
  const next = visitor.button(words.next)
  await expect(next).toBeDisabled()
  await expect(next).toHaveAccessibleDescription(words.incomplete)
  await next.click({ force: true })
  await expect(visitor.main.getByText(visitor.words.required)).toBeVisible()
  await expect(visitor.heading(words.cards[0])).toBeVisible()
  await visitor.button(words.weekly).click()
  await expect(next).toBeEnabled()
  await expect(next).toHaveAccessibleDescription('')
  await visitor.button(words.weekly).click()
  await expect(next).toBeDisabled()

  await visitor.opens(LIBRARY)
  await answers(visitor, words)
  await visitor.button(words.previous).click()
  await expect(visitor.heading(words.cards[5])).toBeFocused()
  await visitor.button(words.next).click()
  const sends = visitor.watchesSends()
  await confirms(visitor, words)
  await expect(visitor.heading(words.sent)).toBeFocused()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(visitor.main.getByText(/BL-/)).toHaveCount(0)
  await expect(visitor.button('Torna al modulo')).toHaveCount(0)
  expect(sends).toHaveLength(1)
  // Firefox does not report the content of a request.
  if (browserName !== 'firefox') expect(sends[0]?.postData()).not.toMatch(/name="(?:confirmed_)?email"/)

  // After the submission, every URL of the survey redirects to one page. That page says that the survey was already
  // filled in.
  for (const path of [LIBRARY, `${LIBRARY}/open/idee`]) {
    await visitor.opens(path)
    await expect(page).toHaveURL(/\/biblioteca-lume\/surveyCompiled$/)
    await expect(visitor.heading(words.compiled)).toBeVisible()
    // The page has a Back button but no link to the form, because the form would redirect to this page again.
    await expect(visitor.button('Torna alla pagina precedente')).toBeVisible()
    // A page that is left while it loads the code of its hydration logs an error in Firefox.
    await hydrated(page)
  }
})

test('a survey reports too many selected answers, breaks no words in the keys of a scale, and shows its progress bar with forced colours', async ({
  page,
  visitor,
}) => {
  const words = libraryWords(visitor)
  const next = visitor.button(words.next)
  await visitor.opens(LIBRARY)
  await next.click()
  await visitor.button(words.weekly).click()
  await next.click()
  await expect(visitor.heading(words.cards[1])).toBeFocused()
  const boxes = visitor.main.getByRole('checkbox')
  for (const at of [0, 1, 2, 3]) await boxes.nth(at).check()
  await expect(next).toBeDisabled()
  await expect(next).toHaveAccessibleDescription(/3/)
  await expect(next).not.toHaveAccessibleDescription(words.incomplete)
  await boxes.nth(3).uncheck()
  await next.click()
  await expect(visitor.heading(words.cards[2])).toBeFocused()
  await expect(visitor.main.locator('.scale-key')).toHaveCount(15)
  // On a phone, a row of the matrix names the chosen answer in bold type.
  await visitor.answersScale(words.satisfaction, words.satisfied)
  expect(await brokenWords(visitor)).toEqual([])

  await page.emulateMedia({ forcedColors: 'active' })
  const bar = page.getByRole('progressbar', { name: words.progress(3) })
  const third = await bar.screenshot()
  await bar.evaluate((progress: HTMLProgressElement) => {
    progress.value = progress.max
  })
  expect((await bar.screenshot()).equals(third), 'the bar looks alike however far one is').toBe(false)
})

/** Returns the words in the keys of a scale that the browser breaks across lines. */
const brokenWords = ({ main }: Visitor) =>
  main.locator('.scale-key span:visible').evaluateAll((labels) =>
    labels.flatMap(({ firstChild: text }) =>
      [...(text?.textContent ?? '').matchAll(/\S+/g)].flatMap(({ 0: word, index }) => {
        const range = document.createRange()
        range.setStart(text as Text, index)
        range.setEnd(text as Text, index + word.length)
        return range.getClientRects().length > 1 ? [word] : []
      }),
    ),
  )

test('the survey keeps its card and answers after a reload, Back and Forward', async ({ page, visitor }) => {
  const words = libraryWords(visitor)
  await visitor.opens(LIBRARY)
  await answers(visitor, words)
  await page.goBack()
  await expect(visitor.heading(words.cards[5])).toBeFocused()
  await visitor.field(words.idea).fill('Più tavoli')
  await page.reload()
  await expect(visitor.step(words.cards[5])).toBeVisible()
  await expect(visitor.field(words.idea)).toHaveValue('Più tavoli')
  await page.goBack()
  await expect(visitor.scaleKey(words.score, '9')).toBeChecked()
  await expect(page.getByRole('progressbar', { name: words.progress(5) })).toBeVisible()
  await page.goForward()
  await expect(visitor.field(words.idea)).toHaveValue('Più tavoli')
})

test('a visitor using only the keyboard answers the survey', async ({ page, visitor }) => {
  const words = libraryWords(visitor)
  const { keyboard } = page
  await visitor.opens(LIBRARY)
  await visitor.tabsTo(visitor.button(words.next))
  await keyboard.press('Enter')
  await expect(visitor.heading(words.cards[0])).toBeFocused()
  // The disabled button of the survey can get the focus. A click on it moves the focus to the unanswered question.
  await visitor.tabsTo(visitor.button(words.next))
  await keyboard.press('Enter')
  await expect(visitor.main.getByText(visitor.words.required)).toBeVisible()
  await keyboard.press('Shift+Tab')
  await visitor.tabsTo(visitor.button(words.weekly))
  await keyboard.press('Space')
  await visitor.tabsTo(visitor.button(words.next))
  await keyboard.press('Space')
  await expect(visitor.heading(words.cards[1])).toBeFocused()
  await visitor.tabsTo(visitor.field(words.borrow), 1)
  await keyboard.press('Space')
  await visitor.tabsTo(visitor.button(words.next))
  await keyboard.press('Enter')
  await expect(visitor.heading(words.cards[2])).toBeFocused()
  await visitor.tabsTo(visitor.main.getByRole('radio').first(), 1)
  await keyboard.press('ArrowRight')
  await expect(visitor.main.getByRole('radio').nth(1)).toBeChecked()
  await visitor.tabsTo(visitor.button(words.next))
  await keyboard.press('Enter')
  await expect(visitor.heading(words.cards[3])).toBeFocused()
  await visitor.tabsTo(visitor.button(words.next))
  await keyboard.press('Enter')
  await expect(visitor.heading(words.cards[4])).toBeFocused()
  // Pressing Enter in an answer also opens the next card of the survey.
  await visitor.tabsTo(visitor.scaleKey(words.score, '0'))
  await keyboard.press('ArrowLeft')
  await keyboard.press('ArrowLeft')
  await expect(visitor.scaleKey(words.score, '9')).toBeChecked()
  await keyboard.press('Enter')
  await expect(visitor.heading(words.cards[5])).toBeFocused()
  await visitor.tabsTo(visitor.button(words.next))
  await keyboard.press('Enter')
  await expect(visitor.heading(words.cards[6])).toBeFocused()
  await visitor.tabsTo(visitor.button(words.send))
  await keyboard.press('Enter')
  await expect(visitor.dialog(words.confirmTitle)).toBeVisible()
  await visitor.tabsTo(visitor.dialog(words.confirmTitle).getByRole('button', { name: words.confirm, exact: true }), 3)
  await keyboard.press('Enter')
  await expect(visitor.heading(words.sent)).toBeFocused()
})

test('a survey that is open in two pages can be submitted only once', async ({ page, visitor, deployment, expectConsoleError }) => {
  const words = libraryWords(visitor)
  await visitor.opens(LIBRARY)
  await answers(visitor, words)
  const other = await secondPage(page, visitor, deployment.url, words)
  await confirms(visitor, words)
  await expect(visitor.heading(words.sent)).toBeVisible()

  expectConsoleError(/status of 409/)
  await other.getByRole('button', { name: words.send, exact: true }).click()
  await other.getByRole('dialog').getByRole('button', { name: words.confirm, exact: true }).click()
  const refusal = other.getByRole('dialog', { name: 'Attenzione!' })
  await refusal.getByRole('button', { name: 'OK', exact: true }).click()
  await expect(other).toHaveURL(/\/biblioteca-lume\/surveyCompiled$/)
})

async function secondPage(page: Page, visitor: Visitor, url: string, words: LibraryWords): Promise<Page> {
  const draft = await page.evaluate(() => JSON.stringify({ ...sessionStorage }))
  const other = await page.context().newPage()
  await other.addInitScript((kept) => Object.assign(sessionStorage, JSON.parse(kept)), draft)
  await other.goto(new URL(new URL(visitor.page.url()).pathname, url).href)
  await expect(other.getByRole('button', { name: words.send, exact: true })).toBeVisible()
  return other
}

test('a visitor who opens the last card by its URL and submits is led to the first unanswered card', async ({ visitor }) => {
  const words = libraryWords(visitor)
  await visitor.opens(`${LIBRARY}/open/persona`)
  await visitor.button(words.send).click()
  await expect(visitor.heading(words.cards[0])).toBeFocused()
  await expect(visitor.main.getByText(visitor.words.required)).toBeVisible()
  await expect(visitor.page.getByRole('dialog')).toHaveCount(0)
})

test('a survey with branches shows its options, opens the ticket that the author configured, and can be submitted again', async ({
  page,
  visitor,
  deployment,
}) => {
  await deployment.importBundle(canteenSurvey)
  await visitor.opens('/mensa')
  await expect(visitor.step('Chi sei')).toBeVisible()
  await expect(visitor.main.getByText('Domanda 1', { exact: true })).toBeVisible()
  await expect(page.getByRole('progressbar')).toHaveCount(0)
  await visitor.field('La tua classe').fill('3B')
  await visitor.button('Avanti').click()
  await expect(visitor.heading('Com’era il pranzo?')).toBeFocused()
  await expect(visitor.button('Avanti')).toHaveCount(0)
  await visitor.option('C’era un problema').click()
  await expect(visitor.field('A che tavolo eri?')).toBeFocused()
  await expect(visitor.field('A che tavolo eri?')).toHaveAccessibleDescription(visitor.words.required)
  await visitor.field('A che tavolo eri?').fill('4')
  await visitor.option('C’era un problema').click()
  await expect(page.getByRole('progressbar', { name: 'Domanda 3 di 3' })).toBeVisible()
  await visitor.field('Che problema?').fill('Freddo')
  await visitor.button('Indietro').click()
  await visitor.option('Buono').click()
  await expect(visitor.field('Il piatto migliore')).toBeVisible()
  await visitor.button('Indietro').click()
  await visitor.option('C’era un problema').click()
  await expect(visitor.field('Che problema?')).toHaveValue('Freddo')
  await visitor.button('Invia Richiesta').click()
  await expect(visitor.heading('Grazie, abbiamo ricevuto le tue risposte')).toBeFocused()
  expect(await visitor.ticket()).toMatch(/^ME-/)

  await visitor.button('Torna al modulo').click()
  await expect(visitor.field('La tua classe')).toHaveValue('')
  await visitor.field('La tua classe').fill('3B')
  await visitor.button('Avanti').click()
  await visitor.field('A che tavolo eri?').fill('4')
  await visitor.option('Buono').click()
  await visitor.button('Invia Richiesta').click()
  await expect(visitor.heading('Grazie, abbiamo ricevuto le tue risposte')).toBeVisible()
  await expect(visitor.main.getByText(/ME-/)).toHaveCount(0)
})

test('only survey pages load the survey’s code and styles', async ({ page, visitor }) => {
  const fetched: string[] = []
  page.on('request', (request) => fetched.push(request.url()))
  await visitor.opens('/comune-aurora')
  await page.waitForLoadState('networkidle')
  expect(fetched.filter((url) => url.includes('/survey-'))).toEqual([])
  expect(await page.content()).not.toContain('.survey-card')
  await visitor.opens(LIBRARY)
  await hydrated(page)
  await page.waitForLoadState('networkidle')
  expect(fetched.filter((url) => url.includes('/survey-'))).toHaveLength(1)
})

test('the site map of a survey indents the steps of each level', async ({ page, visitor }) => {
  await visitor.opens(`${LIBRARY}/siteMap`)
  await page.getByRole('searchbox').fill('visite')
  const left = (level: number) =>
    page
      .locator(`.tree-level-${level}`)
      .first()
      .evaluate((row) => Number.parseFloat(getComputedStyle(row).marginInlineStart))
  await expect(page.locator('.tree-level-2').first()).toBeVisible()
  expect(await left(2)).toBeGreaterThan(await left(1))
})
