# One stage: there is no build step, and the image brings Node 24 itself.
FROM node:24-bookworm-slim
WORKDIR /app
ENV NODE_ENV=production HOST=0.0.0.0 DATA_DIR=/data MALLOC_ARENA_MAX=1
COPY package.json package-lock.json ./
# The optional packages carry a Node 24 for machines that have another; here they stay out.
RUN npm ci --omit=dev --omit=optional --ignore-scripts && npm cache clean --force
COPY commands ./commands
COPY src ./src
# Not earlier: npm would fill the folder as root.
ENV NODE_COMPILE_CACHE=/app/compiled
RUN mkdir /data compiled && chown node:node /data compiled && chmod 700 /data
# The user node, by number: an orchestrator that forbids root must see that it is none.
USER 1000:1000
# Everything compiled once, as the user that will run it: a start without settings ends after loading.
RUN PORT=none node src/main.ts 2>&1 | grep -q 'PORT: must be' \
  && find compiled -type f | grep -q .
VOLUME /data
EXPOSE 3000
STOPSIGNAL SIGTERM
# Every process listens, whatever its ROLES.
HEALTHCHECK --interval=10s --timeout=3s --start-period=20s \
  CMD ["node", "-e", "fetch('http://127.0.0.1:' + (process.env.PORT || 3000) + '/healthz').then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "--max-semi-space-size=8", "src/main.ts"]
