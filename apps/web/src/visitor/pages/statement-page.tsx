import type { Statement } from '@sportello/contract'
import { TenantHtml } from '@sportello/fields/react'
import type { StatementPhrases } from '@sportello/phrases'
import { fill } from '@sportello/phrases/fill'
import type { ReactNode } from 'react'
import { dateFormat } from '../../shared/date-format.ts'
import { paths } from '../../shared/paths.ts'
import { useWords } from '../../shared/phrase.tsx'
import { usePageSettings } from '../page-settings.ts'
import { useCustomer } from '../use-customer.ts'
import { HomeLink } from './home-link.tsx'

type Accessibility = Extract<Statement, { kind: 'accessibility' }>
type Privacy = Extract<Statement, { kind: 'privacy' }>

/** Page with the accessibility statement or the privacy notice of a customer. */
export function StatementPage({ statement }: { statement: Statement }) {
  const { config } = useCustomer()
  const { t } = useWords()
  return (
    <article className="card statement">
      <h1>{t(statement.kind === 'privacy' ? 'privacy_titolo' : 'accessibilita_titolo')}</h1>
      {statement.kind === 'privacy' ? <PrivacyNotice notice={statement} /> : <AccessibilityStatement statement={statement} />}
      <p className="ways-on">
        <HomeLink customer={config.form_code} />
      </p>
    </article>
  )
}

/** Returns a function that looks up phrases of the statements. */
function useStatementWords(): (key: keyof StatementPhrases, ...params: string[]) => string {
  const { statements } = usePageSettings().words
  return (key, ...params) => (statements ? fill(statements[key], params) : '')
}

function AccessibilityStatement({ statement: { conformance, exceptions, ...facts } }: { statement: Accessibility }) {
  const { config } = useCustomer()
  const { language } = useWords()
  const t = useStatementWords()
  return (
    <>
      <p>{t('impegno', config.form_title)}</p>
      <h2>{t('stato')}</h2>
      <p>{t(conformance)}</p>
      {(exceptions || conformance === 'full') && <h2>{t('eccezioni')}</h2>}
      {exceptions ? (
        <p className="own-message" lang={exceptions.language === language ? undefined : exceptions.language}>
          {exceptions.text}
        </p>
      ) : (
        conformance === 'full' && <p>{t('nessuna')}</p>
      )}
      <h2>{t('ostacolo')}</h2>
      <p>{t('ostacolo_testo')}</p>
      {facts.feedback_tag !== null && (
        <p>
          <a href={paths.open(config.form_code, facts.feedback_tag)}>{t('ostacolo_modulo')}</a>
        </p>
      )}
      <dl className="statement-contacts">
        <Contact name={t('email')}>
          <a href={`mailto:${facts.email}`}>{facts.email}</a>
        </Contact>
        {facts.phone && (
          <Contact name={t('telefono')}>
            <a href={`tel:${facts.phone.replaceAll(/[^+\d]/g, '')}`}>{facts.phone}</a>
          </Contact>
        )}
      </dl>
      {facts.enforcement_url && (
        <>
          <h2>{t('procedura')}</h2>
          <p>
            <a href={facts.enforcement_url}>{t('procedura_link')}</a>
          </p>
        </>
      )}
      <h2>{t('redazione')}</h2>
      <p>
        {t('rivista', longDate(facts.reviewed_on, language))} {facts.checked_by && t(facts.checked_by)}
      </p>
      {facts.official_url && (
        <p>
          <a href={facts.official_url}>{t('ufficiale')}</a>
        </p>
      )}
    </>
  )
}

/** Authors set retention periods in days; a whole number of years is shown as years. */
const DAYS_OF_YEAR = 365

function PrivacyNotice({ notice: { controller, email, officer_email, text, erased_after, ...facts } }: { notice: Privacy }) {
  const { language } = useWords()
  const t = useStatementWords()
  const { processed, expired } = erased_after
  const number = (value: number) => value.toLocaleString(language)
  const erasedAfter = (days: number) => {
    const years = days / DAYS_OF_YEAR
    if (Number.isInteger(years)) return t(years === 1 ? 'dati_evase_anno' : 'dati_evase_anni', number(years))
    return t(days === 1 ? 'dati_evase_1' : 'dati_evase', number(days))
  }
  return (
    <>
      <dl className="statement-contacts">
        <Contact name={t('titolare')}>
          {controller}
          {email && (
            <>
              <br />
              <a href={`mailto:${email}`}>{email}</a>
            </>
          )}
        </Contact>
        {officer_email && (
          <Contact name={t('responsabile')}>
            <a href={`mailto:${officer_email}`}>{officer_email}</a>
          </Contact>
        )}
      </dl>
      {text && (
        <div lang={text.language === language ? undefined : text.language}>
          <TenantHtml className="rich-text" html={text.text} />
        </div>
      )}
      <h2>{t('dati')}</h2>
      <ul>
        <li>{t('dati_browser')}</li>
        <li>{t('dati_cifrati')}</li>
        <li>{processed === null ? t('dati_sempre') : erasedAfter(processed)}</li>
        {expired !== null && <li>{t(expired === 1 ? 'dati_scadute_1' : 'dati_scadute', number(expired))}</li>}
        <li>{t('dati_cookie')}</li>
        {facts.chat_site !== null && <li>{t('dati_chat', facts.chat_site)}</li>}
        {facts.uses_recaptcha && <li>{t('dati_recaptcha')}</li>}
      </ul>
      <h2>{t('diritti')}</h2>
      <p>{t('diritti_testo')}</p>
      {facts.reviewed_on && <p>{t('rivista', longDate(facts.reviewed_on, language))}</p>}
    </>
  )
}

function Contact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}

const longDate = (day: string, language: string) => dateFormat(language, { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(day))
