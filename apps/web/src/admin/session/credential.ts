/** Lifetime of the operator's session cookie in seconds (administrator specification, section 9). */
const KEPT_S = 600
const NAME = 'auth_management'

/**
 * Returns the operator's session credential from a cookie; undefined if the operator has not signed in. The cookie is
 * limited to the path of the dashboard's pages: all tabs share it, but the browser does not send it with API calls
 * (docs/decisions/0018-dashboard.md).
 */
export function readCredential(): string | undefined {
  return document.cookie
    .split('; ')
    .find((each) => each.startsWith(`${NAME}=`))
    ?.slice(NAME.length + 1)
}

export function keepCredential(credential: string): void {
  write(credential, KEPT_S)
}

export function forgetCredential(): void {
  write('', 0)
}

function write(value: string, seconds: number): void {
  const secure = location.protocol === 'https:' ? '; secure' : ''
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in browsers that the product supports
  document.cookie = `${NAME}=${value}; path=/admin; max-age=${seconds}; samesite=strict${secure}`
}
