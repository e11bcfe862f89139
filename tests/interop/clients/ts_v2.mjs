// The TypeScript SDK's second generation as a client, which speaks both eras.
import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";

const require = createRequire(pathToFileURL(process.env.TOOLS + "/"));
const { Client, StreamableHTTPClientTransport } = await import(
  pathToFileURL(require.resolve("@modelcontextprotocol/client"))
);

const client = new Client(
  { name: "ts-v2", version: "1" },
  { capabilities: { elicitation: { form: {} } }, versionNegotiation: { mode: process.env.MODE } },
);
const asked = [];
client.setRequestHandler("elicitation/create", async ({ params }) => {
  asked.push(params.message);
  const [name] = Object.keys(params.requestedSchema.properties);
  return { action: "accept", content: { [name]: "Ann" } };
});
await client.connect(new StreamableHTTPClientTransport(new URL(process.env.URL)));
const result = await client.callTool({ name: process.env.TOOL, arguments: {} });
console.log(JSON.stringify({ asked, text: result.content[0].text }));
await client.close();
