# SPDX-License-Identifier: Apache-2.0
# Debian 12 with everything that Metronome needs: ./metro setup installs it from the list in
# scripts/metro/environment/tools.py. For example: docker build -t metronome . && docker run metronome run sw/example
FROM debian:12
WORKDIR /metronome
COPY . .
RUN ./metro setup && apt-get clean && rm -rf /var/lib/apt/lists/*
ENTRYPOINT ["./metro"]
CMD ["--help"]
