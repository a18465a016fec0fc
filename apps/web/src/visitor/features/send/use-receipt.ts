import type { AnswerSection } from '@sportello/contract'
import { paths } from '../../../shared/paths.ts'
import { useWords } from '../../../shared/phrase.tsx'
import { authTypeOf } from '../../access/asks-before-send.ts'
import { useNavigation } from '../../navigation.tsx'
import { useCustomer } from '../../use-customer.ts'
import { knownOf } from '../wizard/answers.ts'
import { keepReceipt, type Receipt, receiptOf } from './receipt.ts'
import type { AnswerContext } from './reviewed-answers.ts'
import type { Sent } from './use-send.ts'

interface ReceiptOfSend {
  /**
   * Stores the receipt. Called as soon as the server has stored the request, so that a visitor who switches to the mail
   * app can open the receipt again.
   */
  keep: (sent: Sent, answersIn: (context: AnswerContext) => readonly AnswerSection[]) => void
  show: () => void
}

/**
 * Stores and shows the receipt of a submitted request. The receipt page replaces the form in the browser's history. The
 * Back
 * button therefore leads to the previous step, and not to a form that could be submitted twice.
 */
export function useReceipt(): ReceiptOfSend {
  const { config } = useCustomer()
  const { t, language } = useWords()
  const { navigate } = useNavigation()
  const address = paths.receipt(config.form_code, language)
  const survey = authTypeOf(config) === 'SURVEY'
  return {
    keep(sent, answersIn) {
      // In a preview no confirmation link is sent, so the receipt does not offer to send it again.
      const shown = config.preview ? { ...sent, confirmAt: null } : sent
      const { version, preview, time_limit_request: hours } = config
      const kept = receiptOf(shown, { hours, survey, back: wayBack(), ...(version !== undefined && { version }), ...(!preview && { key: sent.key }) })
      keepReceipt(config.form_code, kept, {
        summaryHtml: sent.summary_html,
        sections: answersIn({ known: knownOf(config), today: config.today, words: { language, yes: t('si'), no: t('no') } }),
      })
      history.replaceState(null, '', address)
    },
    show: () => navigate(address, { replace: true }),
  }

  function wayBack(): Receipt['back'] {
    // A visitor cannot start a new request after a survey with one submission per person, or after coming from a
    // personal link (visitor specification, section 2).
    if (survey) return config.metadata?.survey_compiled === undefined ? 'page' : 'none'
    if (config.session?.auth_type === 'DYNAMIC') return 'none'
    return config.session ? 'document' : 'page'
  }
}
