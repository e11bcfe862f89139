// The two pages of the authorization server: who are you, and do you allow this. No script, no style.

const escapes = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };
const escaped = (text) => String(text).replace(/[&<>"]/g, (letter) => escapes[letter]);

function page(title, content) {
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>${escaped(title)}</title></head>
<body>
<h1>${escaped(title)}</h1>
<form method="post">
${content}
<button name="answer" value="refuse">Refuse</button>
</form>
</body>
</html>
`;
}

export function loginPage(people) {
  const button = ([id, name]) => `<button name="user" value="${escaped(id)}">Sign in as ${escaped(name)}</button>`;
  return page("Who are you?", [...people].map(button).join("\n"));
}

export function consentPage({ client, scopes, person }) {
  const items = scopes.map((scope) => `<li>${escaped(scope)}</li>`).join("");
  const asked = `<p>You are ${escaped(person)}. ${escaped(client)} asks for:</p><ul>${items}</ul>`;
  return page("Do you allow this?", `${asked}\n<button name="answer" value="allow">Allow</button>`);
}
