import { useEffect } from 'react'
import { usePageSettings } from '../../page-settings.ts'
import { useCustomer } from '../../use-customer.ts'

/**
 * Reports the code of the open step to the server when the visitor closes the page without submitting. Nothing else is
 * reported (visitor specification, section 4: "Abandonment").
 * @param codeTag code of the open step; undefined if there is nothing to report
 */
export function useAbandonment(codeTag: string | undefined): void {
  const { config } = useCustomer()
  const { apiBase } = usePageSettings()
  useEffect(() => {
    if (codeTag === undefined || config.preview) return
    const report = () => navigator.sendBeacon(`${apiBase}/analytics/${encodeURIComponent(config.form_code)}/tags/${encodeURIComponent(codeTag)}`)
    addEventListener('pagehide', report)
    return () => removeEventListener('pagehide', report)
  }, [apiBase, config.form_code, config.preview, codeTag])
}
